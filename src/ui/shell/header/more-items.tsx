import Keyboard from 'lucide-react/icons/keyboard';
import { Button } from '../../kit/button.tsx';
import { MenuItems } from '../../kit/menu-items.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** `onShortcuts` opens the list of shortcuts. */
export function MoreItems({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <MenuItems>
      <ThemeSwitch />
      <Button
        look="plain"
        icon={<Keyboard aria-hidden />}
        title="Keyboard shortcuts (?)"
        aria-haspopup="dialog"
        onClick={onShortcuts}
      >
        Keyboard shortcuts
      </Button>
    </MenuItems>
  );
}
