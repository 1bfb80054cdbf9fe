import { Button } from '../../kit/button.tsx';
import { Keyboard } from '../../kit/icons/later-icons.tsx';
import { MenuItems } from '../../kit/menu/menu-items.tsx';
import { useServices } from '../../state/services.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** What is set once, and the list of keys. */
export function MoreItems() {
  const { page } = useServices();
  return (
    <MenuItems>
      <ThemeSwitch />
      <Button
        variant="plain"
        icon={<Keyboard aria-hidden />}
        title="Keyboard shortcuts (?)"
        aria-haspopup="dialog"
        onClick={() => page.setState({ shortcutsShown: true })}
      >
        Keyboard shortcuts
      </Button>
    </MenuItems>
  );
}
