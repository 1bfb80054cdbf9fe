import { HEAD_BYTES, recognizeVideo, type VideoKind } from '../../containers/recognize-video.ts';

/** What kind of film a file is, by its content; undefined: none that is known, or the file cannot be read. */
export const videoKindOf = async (file: Blob): Promise<VideoKind | undefined> => {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return recognizeVideo(new Uint8Array(head));
};
