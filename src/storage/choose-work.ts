import type { Work } from '../film/film.ts';
import { pastWithWork } from '../film/steps.ts';
import { filmTexts, parseFilm, SESSION_KEYS, type SessionKey } from './film-codec.ts';
import {
  decodeWork,
  headOf,
  isStored,
  MOST_TAKEN,
  type RawWork,
  rawWith,
  type Taken,
  type WorkHead,
} from './film-records.ts';
import type { LocalWork, MirrorFacts } from './mirror.ts';
import type { Version1 } from './read-version-1.ts';
import { fits, type LateDatabase, type StartOfSaving, type Unsaved } from './saving.ts';

/** The records that were read in one transaction. `before`: owner and revision at that time. */
export interface FoundWork {
  readonly raw: RawWork;
  readonly before: { readonly owner: string | undefined; readonly revision: number };
  readonly isClaimed: boolean;
  readonly texts: unknown;
}

export type Choice = Omit<StartOfSaving, 'isClosed' | 'facts'> & {
  /** Keys of local storage whose texts are partly or wholly unusable. */
  readonly broken: ReadonlySet<SessionKey>;
  /** If both places have the work: true if this choice is that of local storage. */
  readonly isLocal: boolean;
};

const NOTHING = {
  stored: undefined,
  storedPast: [],
  ahead: null,
  putsAway: false,
  taken: [],
  aside: [],
  broken: new Set<SessionKey>(),
  isLocal: false,
};

/** Chooses the newest work of local storage and the database. If the other work is not simply older, it becomes an undo step. */
export function chooseWork(
  local: LocalWork,
  found: FoundWork | undefined,
  old: Version1 | undefined,
  unsaved: Unsaved | undefined,
): Choice {
  if (!found) return withoutDatabase(local, unsaved);
  return isStored(found.raw) ? ofBoth(local, found) : firstWork(local, old);
}

const takenOf = ({ facts, revision, stamp }: LocalWork): Taken => ({ owner: facts?.owner ?? '', revision, stamp });

function withoutDatabase(local: LocalWork, unsaved: Unsaved | undefined): Choice {
  const { state, broken } = parseFilm(local);
  const { revision } = local;
  const own = local.kind === 'own' ? local.facts : undefined;
  if (!own) return { ...NOTHING, work: state, broken, revision, ahead: { owner: '', revision: 0 }, putsAway: true };
  const more = unsaved && fits(unsaved, own) ? unsaved : undefined;
  const raw = more && rawWith(state, { owner: '', revision: 0, taken: [] }, more.records);
  return {
    ...NOTHING,
    work: raw ? decodeWork(raw).work : state,
    broken,
    revision: more?.revision ?? revision,
    ahead: own.ahead ?? { owner: own.owner, revision: own.revision },
    putsAway: own.putsAway,
  };
}

/** The work for a database that has none yet. */
function firstWork(local: LocalWork, old: Version1 | undefined): Choice {
  const { state, broken } = parseFilm(local);
  const begin = { ...NOTHING, revision: local.revision, taken: [takenOf(local)] };
  if (!old) return { ...begin, work: state, broken };
  if (local.kind !== 'own') return { ...begin, work: old.work, broken: old.broken };
  // Local storage has work of a visit without a database, which is newer than the work of version 1.
  return { ...begin, work: { ...state, past: pastWithWork(old.work, 'open-next') }, broken };
}

function ofBoth(local: LocalWork, found: FoundWork): Choice {
  const { head, work, damaged } = decodeWork(found.raw);
  const revision = head?.revision ?? 0;
  // If some steps were not read, the others have other indexes than their records.
  const isWhole = damaged.length === 0 && head?.past === work.past.length;
  const there: Choice = {
    ...NOTHING,
    work,
    stored: found.isClaimed && isWhole ? { work, revision } : undefined,
    revision: Math.max(revision, local.revision),
    // Work in local storage is based on the commit that the database has.
    ahead: headCommit(found),
    storedPast: work.past,
    taken: head?.taken ?? [],
    aside: damaged,
  };
  const instead = (past: Work['past']): Choice => {
    const { state, broken } = parseFilm(local);
    const id = state.id || work.id;
    return {
      ...there,
      // A text without a film id takes the place of the open film in its series. With another id, the steps in the database belong to another film.
      work: { ...state, id, past: work.id !== '' && id !== work.id ? [] : past },
      stored: undefined,
      broken,
      isLocal: true,
      taken: [...there.taken, takenOf(local)].slice(-MOST_TAKEN),
    };
  };
  const wins = winner(local, found, head, () => isSame(local, work));
  if (wins === 'local-goes-on') return instead(work.past);
  if (wins === 'local-replaces') return instead(pastWithWork(work, 'open-next'));
  const isCopy = isCopyOf(local, found, revision);
  return isCopy && damaged.some(([store]) => store !== 'past') ? instead(work.past) : there;
}

/** How a visit continues if its database answers late. `begun`: the work with which the visit has begun. */
export function chooseLate(local: LocalWork, found: FoundWork, begun: Work): LateDatabase {
  const owner = headCommit(found)?.owner;
  if (!isStored(found.raw)) return { owner, revision: 0, below: [], taken: [takenOf(local)], aside: [] };
  const { work, isLocal, revision, taken, aside } = ofBoth(local, found);
  const texts = filmTexts(begun);
  const isBegun = isLocal || isSame({ read: (key) => texts[key] }, work);
  // Work in the database that is newer than the begun work, or another work, becomes an undo step.
  return { owner, revision, below: isBegun ? work.past : pastWithWork(work, 'open-next'), taken, aside };
}

function headCommit({ raw, before, isClaimed }: FoundWork): Choice['ahead'] {
  const owner = isClaimed ? headOf(raw.head)?.owner : before.owner;
  return owner === undefined
    ? null
    : { owner, revision: isClaimed ? (headOf(raw.head)?.revision ?? 0) : before.revision };
}

const isCopyOf = ({ kind, facts }: LocalWork, { before }: FoundWork, revision: number): boolean =>
  kind === 'own' && facts?.owner === before.owner && facts?.revision === revision && facts.ahead === null;

/** "local-goes-on": local storage has later changes of the same work; "local-replaces": local storage has another work. */
type Winner = 'database' | 'local-goes-on' | 'local-replaces';

function winner(local: LocalWork, { before }: FoundWork, head: WorkHead | undefined, areSame: () => boolean): Winner {
  const { kind, facts } = local;
  if (kind === 'foreign') return isOld(local, head) || areSame() ? 'database' : 'local-replaces';
  if (!facts || (kind !== 'own' && kind !== 'torn')) return 'database';
  const ofKnown = kind === 'own' ? winnerOfOwn(facts, before, head) : undefined;
  if (ofKnown) return ofKnown;
  // The work is in no other place, or an interrupted write has destroyed a part of it.
  return facts.ahead === null || isOld({ ...local, revision: facts.revision }, head) ? 'database' : 'local-replaces';
}

/** undefined: the work in local storage is not based on the commit that the database has. */
function winnerOfOwn(facts: MirrorFacts, before: FoundWork['before'], head: WorkHead | undefined): Winner | undefined {
  if (!head) return 'local-goes-on';
  const isOfSave = facts.owner === before.owner;
  if (isOfSave && facts.revision <= head.revision) return 'database';
  const isNext = isOfSave || (facts.ahead?.owner === before.owner && facts.ahead?.revision === before.revision);
  if (!isNext) return undefined;
  return facts.putsAway ? 'local-replaces' : 'local-goes-on';
}

/** True if these texts, or later ones of their writer, were loaded before. After a crash of the browser, local storage may be minutes old. */
const isOld = ({ facts, revision, stamp }: LocalWork, head: WorkHead | undefined): boolean =>
  (head?.taken ?? []).some(
    (taken) =>
      taken.owner === (facts?.owner ?? '') &&
      revision <= taken.revision &&
      (stamp === taken.stamp || (revision > 0 && revision < taken.revision)),
  );

const isSame = ({ read }: Pick<LocalWork, 'read'>, work: Work): boolean => {
  const texts = filmTexts(work);
  return SESSION_KEYS.every((key) => read(key) === texts[key]);
};
