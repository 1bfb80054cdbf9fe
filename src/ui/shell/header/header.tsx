import { useLayoutEffect } from 'react';
import { Menu } from '../../kit/menu/menu.tsx';
import { useServices } from '../../state/services.tsx';
import { MoreItems, ProjectItems } from '../second-load.ts';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { OpenButton } from './open-button.tsx';
import { showTheme } from './show-theme.ts';
import { Steps } from './steps.tsx';

export function Header() {
  const { theme } = useServices();
  // Before the first drawing; the menu with the switch comes later.
  useLayoutEffect(() => showTheme(theme.initial), [theme]);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Logo />
        <h1 className={styles.title}>Subtitle translator</h1>
      </div>
      <Steps />
      <div className={styles.links}>
        <OpenButton />
        <Menu name="Project">
          <ProjectItems />
        </Menu>
        <a className={styles.contact} href={import.meta.env.PUBLIC_CONTACT_URL}>
          Contact
        </a>
        <Menu name="More" label="⋯">
          <MoreItems />
        </Menu>
      </div>
    </header>
  );
}
