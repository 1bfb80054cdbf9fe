import { useState } from 'react';
import { ENDPOINTS } from '../../../providers/endpoints.ts';
import type { MoreId } from '../../../providers/provider.ts';
import { isEmptyServer } from '../../../settings/model-choice.ts';
import type { ModelListState } from '../../../settings/settings.ts';
import fields from '../../kit/fields/field.module.css';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-film.ts';

/** Some servers answer, but have no list of models: then a person names the model. */
const hasNoList = (list: ModelListState): boolean =>
  list.state === 'live' ? list.models.length === 0 : list.state === 'fallback' && NO_LIST.has(list.failure.status);

/** Not found, not allowed, not implemented, and what comes with success and is no list. */
const NO_LIST: ReadonlySet<number | undefined> = new Set([200, 404, 405, 501]);

/** The name of a model, where there is no list to pick it from. */
export function UnlistedModelField({ endpoint }: { endpoint: MoreId }) {
  const { settings } = useServices();
  const isShown = useSettings(({ models }) => hasNoList(models[endpoint]));
  const isEmpty = useSettings((state) => isEmptyServer(state, endpoint));
  const { loadModel } = ENDPOINTS[endpoint].onThisComputer ?? {};
  const id = useSettings(({ model }) => (model.endpoint === endpoint ? model.id : ''));
  const [draft, setDraft] = useState<string>();
  if (!isShown) return null;

  function takeOver() {
    const typed = draft?.trim();
    if (typed) settings.pickModel({ endpoint, id: typed });
    setDraft(undefined);
  }

  return (
    <div className={fields.field}>
      <label htmlFor="unlisted-model" className={fields.label}>
        Name of the model
      </label>
      <input
        id="unlisted-model"
        className={fields.input}
        type="text"
        value={draft ?? id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby="unlisted-model-help"
        onChange={({ currentTarget: { value } }) => setDraft(value)}
        onBlur={takeOver}
        onKeyDown={({ key }) => key === 'Enter' && takeOver()}
      />
      <p id="unlisted-model-help" role="status" className={fields.fine}>
        {isEmpty
          ? `The server has no model loaded. ${loadModel}; the list is read again when you come back. Or type the name that it knows its model by.`
          : 'This server gives no list of models. Type the name that it knows its model by.'}
      </p>
    </div>
  );
}
