import { isHolder } from './engine/run-state.ts';
import { saveTextFile } from './files/save-text-file.ts';
import { filmName } from './film/film.ts';
import type { Session } from './film/session.ts';
import { formatProject, parseProject } from './project-file.ts';
import type { Settings } from './settings/settings.ts';
import { wantTypedText } from './ui/kit/typed-text.ts';
import type { PageCommands } from './ui/state/page-state.ts';

const NOT_HERE =
  'The project was not opened: another tab has taken the work over. Press "Continue here", then open the file again.';

/** The commands that save and open the whole work as one file. */
export function projectCommands(
  session: Session,
  settings: Settings,
): Pick<PageCommands, 'saveProject' | 'openProject'> {
  return {
    async saveProject(): Promise<void> {
      wantTypedText();
      await session.resultSettled();
      const { prompt, model } = settings.store.getState();
      const text = formatProject({ session: session.store.getState(), prompt, model });
      saveTextFile(`${filmName(session.store.getState()) || 'subtitles'}.project.json`, text, 'application/json');
    },
    openProject(text: string): string | undefined {
      // It was a holder's command when the file was asked for; another tab may have taken the run over since.
      if (!isHolder(session.store.getState())) return NOT_HERE;
      const project = parseProject(text);
      if (!project.ok) return project.error;
      const { session: state, prompt, model } = project.value;
      const { prompt: promptBefore, model: modelBefore } = settings.store.getState();
      session.replace(state, { prompt: promptBefore, model: modelBefore });
      settings.setPrompt(prompt);
      settings.pickModel(model);
      return undefined;
    },
  };
}
