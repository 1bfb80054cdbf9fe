import { useLayoutEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Monitor, Moon, Sun } from '../../kit/icons/later-icons.tsx';
import { type ThemeName, useServices } from '../../state/services.tsx';
import { showTheme } from './show-theme.ts';

const THEMES = {
  system: { label: 'Theme: system', icon: <Monitor aria-hidden />, next: 'light' },
  light: { label: 'Theme: light', icon: <Sun aria-hidden />, next: 'dark' },
  dark: { label: 'Theme: dark', icon: <Moon aria-hidden />, next: 'system' },
} as const satisfies Record<ThemeName, unknown>;

export function ThemeSwitch() {
  const keeper = useServices().theme;
  const [theme, setTheme] = useState<ThemeName>(keeper.initial);
  const { label, icon, next } = THEMES[theme];

  useLayoutEffect(() => showTheme(theme), [theme]);

  return (
    <Button
      variant="plain"
      icon={icon}
      title={`Press for ${next}`}
      data-stays
      onClick={() => {
        setTheme(next);
        keeper.keep(next);
      }}
    >
      {label}
    </Button>
  );
}
