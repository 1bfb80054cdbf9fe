/** Stand-ins of the browser's handles of a folder and its files, in memory. */

export interface FakeFile {
  readonly kind: 'file';
  readonly name: string;
  text: string;
  modifiedAt: number;
}

interface FakeFolder {
  /** By path below the folder: the text of each file. */
  texts(): Readonly<Record<string, string>>;
  put(path: string, text: string, modifiedAt?: number): void;
  /** The browser's answer to a request for permission to write. */
  leave: PermissionState;
  /** How many times the browser was asked for permission. */
  asked: number;
  /** The name of a file that another program has locked. */
  inUse: string;
  /** Called before a file is written; what it throws is thrown. */
  fault: (name: string) => void;
  readonly handle: FileSystemDirectoryHandle;
}

/** What Chromium refuses in names, or at their ends (base/i18n/file_util_icu.cc). */
const NOT_ALLOWED = /[\p{Cc}\p{Cf}<>:"/\\|?*]|^[\s~]|[\s~.]$/u;

/** As in a browser whose person has withdrawn the permission: nothing in the folder can be read. */
const refused = () => new DOMException('refused', 'NotAllowedError');
const missing = () => new DOMException('missing', 'NotFoundError');

export function createFakeFolder(name: string, files: Readonly<Record<string, string>>): FakeFolder {
  const contents = new Map<string, FakeFile>();
  const folder: FakeFolder = {
    texts: () => Object.fromEntries([...contents].map(([path, { text }]) => [path, text])),
    put(path, text, modifiedAt = 1) {
      contents.set(path, { kind: 'file', name: path.slice(path.lastIndexOf('/') + 1), text, modifiedAt });
    },
    leave: 'granted',
    asked: 0,
    inUse: '',
    fault: () => {},
    handle: undefined as never,
  };
  for (const [path, text] of Object.entries(files)) folder.put(path, text);

  const handleOfFile = (path: string, file: FakeFile) => ({
    kind: 'file',
    name: file.name,
    async getFile() {
      if (folder.leave === 'denied') throw refused();
      if (folder.inUse === file.name) throw new DOMException('in use', 'NotReadableError');
      return new File([file.text], file.name, { lastModified: file.modifiedAt });
    },
    async createWritable() {
      if (folder.leave !== 'granted') throw refused();
      if (folder.inUse === file.name) throw new DOMException('in use', 'NoModificationAllowedError');
      let text = '';
      return {
        async write(more: string) {
          text += more;
        },
        async close() {
          folder.fault(file.name);
          folder.put(path, text, 2);
        },
        abort: async () => {},
      };
    },
  });

  const handleOfFolder = (own: string, prefix: string): unknown => ({
    kind: 'directory',
    name: own,
    folder: prefix,
    async *values() {
      const names = new Set([...contents.keys()].filter((path) => path.startsWith(prefix)));
      const inner = new Set([...names].map((path) => path.slice(prefix.length).replace(/\/.*/, '/')));
      for (const each of inner) {
        const file = contents.get(prefix + each);
        yield file ? handleOfFile(prefix + each, file) : handleOfFolder(each.slice(0, -1), prefix + each);
      }
    },
    async getDirectoryHandle(each: string, { create = false } = {}) {
      const path = `${prefix}${each}/`;
      if (!create && ![...contents.keys()].some((one) => one.startsWith(path))) throw missing();
      return handleOfFolder(each, path);
    },
    async getFileHandle(each: string, { create = false } = {}) {
      if (NOT_ALLOWED.test(each)) throw new TypeError('Name is not allowed.');
      if (folder.leave === 'denied') throw refused();
      const path = prefix + each;
      if (create && !contents.has(path)) folder.put(path, '');
      const file = contents.get(path);
      if (!file) throw missing();
      return handleOfFile(path, file);
    },
    removeEntry: async (each: string) => void contents.delete(prefix + each),
    isSameEntry: async (other: { readonly of?: unknown; readonly folder?: string }) =>
      other.of === folder && other.folder === prefix,
    async resolve(other: { readonly of?: unknown; readonly folder?: string }) {
      if (other.of !== folder || !other.folder?.startsWith(prefix)) return null;
      return other.folder.slice(prefix.length).split('/').slice(0, -1);
    },
    of: folder,
    queryPermission: async () => folder.leave,
    async requestPermission() {
      folder.asked++;
      return folder.leave;
    },
  });
  return Object.assign(folder, { handle: handleOfFolder(name, '') as FileSystemDirectoryHandle });
}
