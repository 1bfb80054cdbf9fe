/** A running time: "8 s", "1:05", "1:02:09". */
export function elapsedWords(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3_600)];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** A place in the film: "0:05", "16:00", "1:02:09". */
export function filmTimeWords(startMs: number): string {
  const seconds = Math.max(0, Math.floor(startMs / 1_000));
  return seconds < 60 ? `0:${String(seconds).padStart(2, '0')}` : elapsedWords(startMs);
}

/** A wait until a known moment: "8 s", "2 min", "3 h". */
export function waitWords(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** An estimate, no finer than it deserves: "about 40 s left", "about 3 min left". */
export function timeLeftWords(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 10) return 'a few seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
