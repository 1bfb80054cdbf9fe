import { useState } from 'react';
import type { Replacement } from '../../../../review/find.ts';
import type { ProblemKind } from '../../../../review/line.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { allFacts } from '../line-facts.ts';
import { countText, KIND_WORDS } from '../line-words.ts';
import { useJudged } from '../use-judged.ts';
import { ReplaceList } from './replace-list.tsx';

/** "Fix all of this kind (34)": what can be mended without a model, shown first. Confirmed lines are left as they are. */
export function FixAll({ kind, count }: { kind: ProblemKind; count: number }) {
  const { session } = useServices();
  const judged = useJudged();
  const [fixes, setFixes] = useState<readonly Replacement[]>();
  const { rules } = judged;
  if (!rules?.canMend(kind)) return null;

  function find(): readonly Replacement[] {
    return [...allFacts(session.store.getState(), judged)].flatMap(({ line, marks, problems }) => {
      if (marks.confirmed || !problems.some((problem) => problem.kind === kind)) return [];
      const after = rules?.mended(line, kind);
      return after === undefined ? [] : { number: line.number, before: line.translation ?? '', after, ranges: [] };
    });
  }

  return (
    <>
      <Button variant="plain" onClick={() => setFixes(find())}>
        Fix all of this kind ({countText(count)})
      </Button>
      {fixes && (
        <ReplaceList
          replacements={fixes}
          nothing="None of these can be mended without a model."
          undoWords={(changed) => `Mended ${countText(changed)} of "${KIND_WORDS[kind]}"`}
          onClose={() => setFixes(undefined)}
        />
      )}
    </>
  );
}
