import { useState } from 'react';
import { hasBatches } from '../../engine/run-state.ts';
import { filmName, takesSubtitles } from '../../film/film.ts';
import { quotedName } from '../../lib/text.ts';
import { missingKey } from '../../settings/settings.ts';
import { FILM_NAMES, SUBTITLE_NAMES } from '../../subtitles/formats.ts';
import { pickFiles, pickFolder, showTheme, type ThemeName } from '../kit/browser.ts';
import { PlainButton } from '../kit/button.tsx';
import { focusSoon } from '../kit/focus.ts';
import { FileUp, Folder, FolderOpen, Keyboard, Monitor, Moon, Save, Sun } from '../kit/more-icons.tsx';
import { KEY_FIELD_ID, panelActionsId, panelId, UPLOAD_BUTTON_ID } from '../kit/panel.tsx';
import { WorkButtons } from '../panels/result/result-panel.tsx';
import { BATCHES_HEADING_ID, CLOSE_FIRST, moveSteps, useMayFilmCome } from '../state/next-step.ts';
import { saveProject } from '../state/save-part.ts';
import { type Services, useLinesShown, usePage, useServices, useSession } from '../state/services.tsx';
import { undoWords } from '../words/undo-words.ts';
import { filmBefore } from './undo-bar.tsx';

/** Opens a folder; saves the whole work as one file, and opens such a file; saves the settings. No file contains a key. */
export function ProjectItems() {
  const services = useServices();
  const { intake, commands, page } = services;
  const empty = useSession((state) => !hasBatches(state) && state.sourceText === '');
  const inLines = useLinesShown();
  const addFiles = (files: readonly File[]) => void intake.series().then((series) => series?.add(files));

  return (
    <>
      <OpenFolderButton />
      {commands.films && !empty && (
        <PlainButton
          icon={<FileUp />}
          title="Adds files to the list. Click a file there to open it."
          onClick={() => pickFiles({ accept: [...SUBTITLE_NAMES, ...FILM_NAMES].join(), multiple: true }, addFiles)}
        >
          Add files…
        </PlainButton>
      )}
      <PlainButton
        icon={<FolderOpen />}
        title="Open a project file"
        onClick={() => pickFiles({ accept: '.json' }, ([file]) => file && void intake.openProject(file))}
      >
        Open project
      </PlainButton>
      <PlainButton
        icon={<Save />}
        title="Save project: all your work in one file, without keys"
        disabled={empty}
        onClick={() => void saveProject(services)}
      >
        Save project
      </PlainButton>
      {!commands.demo && (
        <PlainButton
          icon={<Save />}
          title="Export settings: model, prompt and options as a file for the terminal, without keys"
          onClick={async () => {
            const refusal = await commands.exportSettings(page.getState().saving.options);
            if (refusal !== undefined) page.setState({ refusal });
          }}
        >
          Export settings
        </PlainButton>
      )}
      <FilmBeforeButton />
      {inLines && <WorkButtons />}
    </>
  );
}

/** Undo of opening the film, once its notice has gone. */
function FilmBeforeButton() {
  const services = useServices();
  const mayCome = useMayFilmCome();
  const step = useSession(filmBefore);
  if (!mayCome || !step?.film) return null;
  const name = filmName(step.film.facts);
  return (
    <PlainButton
      once
      icon={<FolderOpen />}
      title={undoWords(step)}
      onClick={async () => {
        if (await moveSteps(services, 'undo')) focusSoon(BATCHES_HEADING_ID, panelId('Original'));
      }}
    >
      Back to {name === '' ? 'the previous film' : quotedName(name)}
    </PlainButton>
  );
}

/** Choices that a person makes once, and the list of keys. */
export function MoreItems() {
  const { page } = useServices();
  const sheetKey = usePage((state) => (state.sheetKey === 'on' ? ' (?)' : ''));
  return (
    <>
      <ThemeSwitch />
      <PlainButton
        icon={<Keyboard />}
        title={`Keyboard shortcuts${sheetKey}`}
        aria-haspopup="dialog"
        onClick={() => page.setState({ shortcutsShown: true })}
      >
        Keyboard shortcuts
      </PlainButton>
    </>
  );
}

/** Opens the subtitle files of a folder and its subfolders, as dropping the folder does. A picker of files offers no folders. */
function OpenFolderButton() {
  const { intake } = useServices();
  const locked = !useSession(takesSubtitles);
  // Some browsers of phones cannot open folders.
  if (!('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <PlainButton
      icon={<Folder />}
      title={locked ? CLOSE_FIRST : 'Open the subtitles and videos of a folder'}
      disabled={locked}
      onClick={() => {
        const folder = pickFolder('read');
        if (folder !== undefined) void intake.open([], { how: 'open', handles: [folder] });
        else pickFiles({ webkitdirectory: true }, (files) => void intake.open(files));
      }}
    >
      Open folder…
    </PlainButton>
  );
}

const THEMES = {
  system: { label: 'Theme: system', icon: <Monitor />, next: 'light' },
  light: { label: 'Theme: light', icon: <Sun />, next: 'dark' },
  dark: { label: 'Theme: dark', icon: <Moon />, next: 'system' },
} as const satisfies Record<ThemeName, unknown>;

function ThemeSwitch() {
  const kept = useServices().theme;
  const [theme, setTheme] = useState(kept.read);
  const { label, icon, next } = THEMES[theme];
  return (
    <PlainButton
      icon={icon}
      title={`Press for ${next}`}
      data-stays
      onClick={() => {
        setTheme(next);
        showTheme(next);
        kept.write(next);
      }}
    >
      {label}
    </PlainButton>
  );
}

/** Moves the focus to the place of a step (an index of STEPS). Beside its commands, the page says what the step waits for. */
export function goToStep(step: number, { session, settings, page }: Services): void {
  const state = session.store.getState();
  const started = hasBatches(state);
  const commands = panelActionsId('Translation');
  const places = [
    state.sourceText === '' ? UPLOAD_BUTTON_ID : panelId('Original'),
    !started && missingKey(settings.store.getState()) !== undefined ? KEY_FIELD_ID : panelId('Translation'),
    started ? BATCHES_HEADING_ID : commands,
    started ? 'lines' : commands,
    commands,
  ];
  const place = places[step] ?? commands;
  if (state.shownBatch !== null) session.showBatch(null);
  if (started && place !== BATCHES_HEADING_ID) page.setState({ view: place === 'lines' ? 'lines' : 'text' });
  focusSoon(place);
}
