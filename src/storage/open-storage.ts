/** The browser's storage, or null where even the access to it throws (blocked by a setting, a sandboxed frame). */
export function openStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}
