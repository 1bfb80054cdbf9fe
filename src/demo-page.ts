import type { Clock } from './clock/clock.ts';
import { createDemo, type Demo } from './demo/create-demo.ts';
import { SCENE_NAMES, type SceneId, sceneFor, sceneOf } from './demo/scenes.ts';
import { whenDrawn } from './ui/kit/focus.ts';
import { UPLOAD_BUTTON_ID } from './ui/kit/panel.tsx';
import { createPageState, type DemoCommands, type PageStore } from './ui/state/page-state.ts';
import { runPart } from './ui/state/parts.ts';

export interface DemoPageParts {
  readonly clock: Clock;
  /** The work's page, which stays as it is. */
  readonly page: PageStore;
  readonly show: (
    scene: SceneId,
    parts: Pick<Demo, 'session' | 'settings'> & { readonly page: PageStore; readonly demo: DemoCommands },
  ) => void;
  /** Shows the work again. */
  readonly leave: () => void;
}

/** Shows the demo, first in the browser's language, on a page state of its own: nothing of it is stored but that "?" is switched off. */
export function showDemo({ clock, page, show, leave }: DemoPageParts): void {
  function play(id: SceneId): void {
    const { session, settings, dispose } = createDemo({ clock, loadRunPart: runPart.loadPatiently, scene: id });
    const demoPage = createPageState();
    const { bug, applyUpdate, sheetKey } = page.getState();
    demoPage.setState({ bug, applyUpdate, sheetKey, view: sceneOf(id).plays ? 'lines' : 'text' });
    const unfollow = page.subscribe((state) => demoPage.setState({ bug: state.bug, applyUpdate: state.applyUpdate }));
    // Who switches a key off may be speaking, and means it of every page.
    demoPage.subscribe((state, before) => {
      if (state.sheetKey !== before.sheetKey) page.setState({ sheetKey: state.sheetKey });
    });
    const end = () => {
      unfollow();
      dispose();
    };
    const leaveDemo = () => {
      end();
      leave();
    };
    show(id, {
      session,
      settings,
      page: demoPage,
      demo: {
        leave: leaveDemo,
        openOwnFilm() {
          leaveDemo();
          // Pressed while the person's click still lets the browser show its file picker.
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
