import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import type { SourceView } from '../../session/analysis.ts';
import { useServices } from './services.tsx';

/** What is told of the film on the page; undefined: there is none, or it is not looked at yet. Drawn after all that a person does. */
export const useSource = (): SourceView | undefined =>
  useDeferredValue(useStore(useServices().session.analysis.source, ({ view }) => view));
