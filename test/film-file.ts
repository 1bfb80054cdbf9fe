import { wholeOf } from './video-parts.ts';
import { matroskaParts, type PlannedTrack } from './write-matroska.ts';

export type FilmTrack = Partial<PlannedTrack> & { readonly texts?: readonly string[] };

/** Number of phrases, and of seconds, per cluster: the time of a block within its cluster has only 15 bits of ms. */
const IN_CLUSTER = 20;

/** A small video with these subtitle tracks, one phrase per second. Without tracks: .srt texts "Line 1" and "Line 2". */
export function filmBytes(tracks: readonly FilmTrack[]): Uint8Array<ArrayBuffer> {
  const numbered = tracks.map(({ texts = ['Line 1', 'Line 2'], ...track }, index) => ({
    texts,
    track: { number: index + 2, type: 17, codecId: 'S_TEXT/UTF8', isDefault: false, ...track },
  }));
  const longest = Math.max(...numbered.map(({ texts }) => texts.length));
  const whole = wholeOf(
    matroskaParts({
      durationMs: 60_000,
      tracks: [{ number: 1, type: 1, codecId: 'V_VP9' }, ...numbered.map(({ track }) => track)],
      clusters: Array.from({ length: Math.ceil((longest + 1) / IN_CLUSTER) }, (_, cluster) => ({
        ms: cluster * IN_CLUSTER * 1_000,
        blocks: [
          { track: 1, ms: cluster * IN_CLUSTER * 1_000, content: 200, isSimple: true },
          ...numbered.flatMap(({ track, texts }) =>
            texts
              .map((content, index) => ({ track: track.number, ms: 1_000 * (index + 1), durationMs: 900, content }))
              .filter(({ ms }) => Math.floor(ms / 1_000 / IN_CLUSTER) === cluster),
          ),
        ],
      })),
      index: (block) => block.track !== 1,
      counts: Object.fromEntries(numbered.map(({ track, texts }) => [track.number, texts.length])),
    }),
  );
  return new Uint8Array(whole);
}

export const filmFile = (tracks: readonly FilmTrack[], name = 'Film.mkv'): File => new File([filmBytes(tracks)], name);
