import type { ContainerReader, TrackText, VideoBytes, VideoContents, Watch } from '../containers/container.ts';
import { HEAD_BYTES, recognizeVideo, type VideoKind } from '../containers/recognize-video.ts';
import { untilStopped } from '../containers/slices.ts';
import { goneWords } from '../files/accept.ts';
import { FileGone, videoBytesOf } from '../files/video-bytes.ts';
import { errorText, fail, type Result } from '../lib/result.ts';

export type LoadReaders = () => Promise<Partial<Record<VideoKind, ContainerReader>>>;

/** Few sessions read a film: the readers are loaded with the first one. */
const loadReadersOfFilms: LoadReaders = async () =>
  (await import(/* webpackChunkName: "containers" */ '../containers/readers.ts')).READERS;

/** Reads films by what they are. Whatever is wrong with a film, the answer is a sentence. */
export function createVideoReading(loadReaders: LoadReaders = loadReadersOfFilms) {
  async function read<Found>(
    file: File,
    by: (reader: ContainerReader, bytes: VideoBytes) => Promise<Found>,
  ): Promise<Found | Result<never, string>> {
    try {
      const bytes = videoBytesOf(file);
      const loading = loadReaders().catch((error: unknown) => errorText(error));
      const kind = recognizeVideo(await bytes.read(0, HEAD_BYTES));
      if (kind === undefined) return fail(`“${file.name}” is no film that this page knows.`);
      const readers = await loading;
      // In a worker what is missing is an error of the browser's own words.
      if (typeof readers === 'string')
        return fail(`A part of this page is missing: ${readers} Reload the page and open the film again.`);
      const reader = readers[kind];
      return reader ? await by(reader, bytes) : fail(`Subtitles inside of ${kind} films cannot be read here.`);
    } catch (error) {
      if (error instanceof FileGone) return fail(goneWords(file.name));
      throw error;
    }
  }

  return {
    tracks: (file: File, watch: Watch): Promise<Result<VideoContents, string>> =>
      read(
        file,
        // Once it is stopped nobody hears what is said.
        async (reader, bytes) => (await untilStopped(bytes, watch, reader.contents)) ?? fail('Stopped.'),
      ),
    /** undefined: stopped. */
    extract: (file: File, track: number, watch: Watch): Promise<Result<TrackText, string> | undefined> =>
      read(file, (reader, bytes) => reader.extract(bytes, track, watch)),
  };
}
