import ChevronDown from 'lucide-react/icons/chevron-down';
import { useMemo } from 'react';
import { Header } from 'react-aria-components/Header';
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components/Select';
import { modelKey } from '../../../providers/provider.ts';
import fields from '../../kit/fields/field.module.css';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import { modelSelectText } from './model-choices.ts';
import { modelOfKey, modelSections } from './model-sections.ts';
import styles from './model-select.module.css';

interface ModelSelectProps {
  readonly problemId: string;
  readonly defaultOpen: boolean;
}

/** The models of all providers; picking one brings its provider's tab to the front. */
export function ModelSelect({ problemId, defaultOpen }: ModelSelectProps) {
  const { settings } = useServices();
  const model = useSettings((state) => state.model);
  const models = useSettings((state) => state.models);
  const text = useSettings(modelSelectText);
  const sections = useMemo(() => modelSections({ models }), [models]);
  const disabledKeys = useMemo(
    () => sections.flatMap(({ choices }) => choices.filter(({ disabled }) => disabled).map(({ key }) => key)),
    [sections],
  );
  return (
    <Select
      className={styles.select ?? ''}
      selectedKey={modelKey(model)}
      disabledKeys={disabledKeys}
      defaultOpen={defaultOpen}
      onOpenChange={(isOpen) => isOpen && settings.readFailedLists()}
      onSelectionChange={(key) => {
        const picked = modelOfKey({ models }, key);
        if (picked) settings.pickModel(picked);
      }}
    >
      <Label className={fields.label ?? ''}>Model</Label>
      <Button className={styles.trigger ?? ''} aria-describedby={problemId}>
        <SelectValue className={styles.triggerText ?? ''}>{() => text}</SelectValue>
        <ChevronDown aria-hidden className={styles.triggerIcon} />
      </Button>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.listBox ?? ''} items={sections}>
          {({ provider, name, choices }) => (
            <ListBoxSection id={`section:${provider}`} className={styles.listSection ?? ''}>
              <Header className={styles.listHeader ?? ''}>{name}</Header>
              {choices.map(({ key, label }) => (
                <ListBoxItem key={key} id={key} textValue={label} className={styles.option ?? ''}>
                  {label}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
