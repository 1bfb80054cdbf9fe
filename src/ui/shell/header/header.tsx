import { ShortcutSheetButton } from '../shortcuts/shortcut-sheet-button.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { OpenButton } from './open-button.tsx';
import { ProjectActions } from './project-actions.tsx';
import { Steps } from './steps.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function Header() {
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Logo />
        <h1 className={styles.title}>Subtitle translator</h1>
      </div>
      <Steps />
      <div className={styles.links}>
        <OpenButton />
        <ProjectActions />
        <ShortcutSheetButton />
        <ThemeSwitch />
        <a className={styles.contact} href={import.meta.env.PUBLIC_CONTACT_URL}>
          Contact
        </a>
      </div>
    </header>
  );
}
