import type { Clock } from './clock/clock.ts';
import { createDemo, type Demo } from './demo/create-demo.ts';
import { SCENE_NAMES, type SceneId, sceneFor, sceneOf } from './demo/scenes.ts';
import { whenDrawn } from './ui/kit/focus.ts';
import { UPLOAD_BUTTON_ID } from './ui/kit/panel.tsx';
import { createPageState, type DemoCommands, type PageStore } from './ui/state/page-state.ts';
import { runPart } from './ui/state/parts.ts';

interface DemoPageParts {
  readonly clock: Clock;
  /** The page state of the work, which the demo does not change. */
  readonly page: PageStore;
  readonly show: (
    scene: SceneId,
    parts: Pick<Demo, 'session' | 'settings' | 'records'> & { readonly page: PageStore; readonly demo: DemoCommands },
  ) => void;
  /** Shows the work again. */
  readonly leave: DemoCommands['leave'];
}

/** Shows the demo, first in the browser's language, with a page state of its own. Nothing of it is stored, except that the person switched the key "?" off. */
export function showDemo({ clock, page, show, leave }: DemoPageParts): void {
  function play(id: SceneId): void {
    const { session, settings, records, dispose } = createDemo({
      clock,
      loadRunPart: runPart.loadPatiently,
      scene: id,
    });
    const demoPage = createPageState();
    const { bug, applyUpdate, sheetKey } = page.getState();
    demoPage.setState({ bug, applyUpdate, sheetKey, view: sceneOf(id).isShort ? 'lines' : 'text' });
    const unfollow = page.subscribe((state) => demoPage.setState({ bug: state.bug, applyUpdate: state.applyUpdate }));
    // A person who switches this key off may use speech input, and means it for every page.
    demoPage.subscribe((state, before) => {
      if (state.sheetKey !== before.sheetKey) page.setState({ sheetKey: state.sheetKey });
    });
    const end = () => {
      unfollow();
      dispose();
    };
    const leaveDemo: DemoCommands['leave'] = (open) => {
      end();
      leave(open);
    };
    show(id, {
      session,
      settings,
      records,
      page: demoPage,
      demo: {
        leave: leaveDemo,
        openOwnFilm() {
          leaveDemo();
          // The click must follow at once: the browser shows a file picker only shortly after the person's own click.
          whenDrawn(UPLOAD_BUTTON_ID, (button) => {
            button.focus();
            button.click();
          });
        },
        scene: id,
        names: SCENE_NAMES,
        play(other) {
          end();
          play(other as SceneId);
        },
      },
    });
  }
  play(sceneFor(navigator.languages));
}
