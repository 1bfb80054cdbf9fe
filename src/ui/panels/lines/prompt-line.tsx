import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import { useSettings } from '../../state/use-settings.ts';
import styles from './lines.module.css';

/** What was asked for, in one line; it is changed among the texts. */
export function PromptLine() {
  const { page } = useServices();
  const prompt = useSettings((state) => state.prompt);
  const model = useSettings(({ model: { id } }) => id);
  return (
    <p className={styles.promptLine}>
      <span className={styles.promptText} title={prompt}>
        {prompt}
      </span>
      <span className={styles.count}>{model}</span>
      <Button look="plain" onClick={() => page.setState({ view: 'text' })}>
        Change
      </Button>
    </p>
  );
}
