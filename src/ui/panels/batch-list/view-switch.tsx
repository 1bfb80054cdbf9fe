import { useStore } from 'zustand';
import { RadioGroup } from '../../kit/fields/radio-group.tsx';
import { VIEW_NAMES, type ViewName } from '../../state/page-state.ts';
import { useServices } from '../../state/services.tsx';

const WORDS: Readonly<Record<ViewName, string>> = { text: 'Text', lines: 'Lines' };

/** Switches between texts and lines; closes an open batch. */
export function ViewSwitch() {
  const { page, session } = useServices();
  const view = useStore(page, (state) => state.view);
  return (
    <RadioGroup
      name="View"
      framed
      values={VIEW_NAMES}
      chosen={view}
      wordsOf={(name) => WORDS[name]}
      onChoose={(name) => {
        page.setState({ view: name });
        if (session.store.getState().shownBatch !== null) session.closeBatch();
      }}
    />
  );
}
