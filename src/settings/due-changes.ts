import type { KeptSettings } from './settings.ts';

/**
 * The names of what was changed in this tab and is not stored. A change that was refused, by a full storage, is given up as soon as
 * something else is stored than at that time: it is another tab's, and newer. `textOf` gives what is compared.
 */
export function createDueChanges<Name>(textOf: (settings: KeptSettings, name: Name) => string) {
  /** null: not tried yet; text: what was stored when the change was refused. */
  const due = new Map<Name, string | null>();
  return {
    names: (): readonly Name[] => [...due.keys()],
    isRefused: (name: Name): boolean => typeof due.get(name) === 'string',
    add: (name: Name): void => void due.set(name, null),
    drop: (name: Name): void => void due.delete(name),
    dropOvertaken(stored: KeptSettings): void {
      for (const [name, over] of due) if (over !== null && over !== textOf(stored, name)) due.delete(name);
    },
    noteRefused(stored: KeptSettings): void {
      for (const name of due.keys()) due.set(name, textOf(stored, name));
    },
    clear: (): void => due.clear(),
  };
}
