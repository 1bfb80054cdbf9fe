import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../kit/button.tsx';
import { X } from '../../kit/icons/first-icons.tsx';
import { Disclosure } from '../../kit/panel.tsx';
import type { LanguagesStore } from '../../state/languages.ts';
import { useServices } from '../../state/services.tsx';
import styles from './languages.module.css';

/** The person's own prompts under names: to use one, to keep the present one, to forget one. */
export function OwnPrompts({ languages }: { languages: LanguagesStore }) {
  const { settings } = useServices();
  const prompts = useStore(languages, (state) => state.prompts);
  const [name, setName] = useState('');

  function keep(event: FormEvent) {
    event.preventDefault();
    const kept = { name: name.trim(), text: settings.store.getState().prompt };
    if (kept.name === '') return;
    languages.setState({ prompts: [...prompts.filter((each) => each.name !== kept.name), kept] });
    setName('');
  }

  return (
    <Disclosure summary="My prompts">
      <ul className={styles.prompts}>
        {prompts.map(({ name: kept, text }) => (
          <li key={kept} className={styles.prompt}>
            <Button variant="plain" title={text} onClick={() => settings.resetPrompt(text)}>
              {kept}
            </Button>
            <Button
              variant="plain"
              icon={<X aria-hidden />}
              aria-label={`Forget the prompt ${kept}`}
              onClick={() => languages.setState({ prompts: prompts.filter((each) => each.name !== kept) })}
            />
          </li>
        ))}
      </ul>
      <form className={styles.keep} onSubmit={keep}>
        <input
          className={styles.input}
          aria-label="Name of this prompt"
          placeholder="Name of this prompt"
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          Keep this prompt
        </Button>
      </form>
    </Disclosure>
  );
}
