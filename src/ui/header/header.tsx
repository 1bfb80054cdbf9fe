import styles from './header.module.css';
import { Logo } from './logo.tsx';
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
        <ThemeSwitch />
        <a className={styles.contact} href={import.meta.env.PUBLIC_CONTACT_URL}>
          Contact
        </a>
      </div>
    </header>
  );
}
