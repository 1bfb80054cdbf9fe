import type { EndpointId, ProviderId } from '../src/providers/endpoints.ts';
import type { StandInModel } from './stand-in-wire.ts';

/** Live lists like the real ones, with entries that the page must leave out. */
const OF_PROVIDERS: Readonly<Record<ProviderId, readonly StandInModel[]>> = {
  openai: [
    { id: 'gpt-4o', createdAt: '2024-05-10' },
    { id: 'gpt-4o-mini', createdAt: '2024-07-16' },
    { id: 'gpt-5.4-mini', createdAt: '2026-03-05' },
    { id: 'gpt-6-sol', createdAt: '2026-10-01' },
    { id: 'gpt-4o-mini-tts', createdAt: '2026-11-01' },
    { id: 'chatgpt-image-latest', createdAt: '2026-11-01' },
    { id: 'gpt-5.5-pro', createdAt: '2026-11-02' },
    { id: 'gpt-realtime-mini', createdAt: '2026-11-03' },
    { id: 'text-embedding-3-small', createdAt: '2024-01-22' },
    { id: 'whisper-1', createdAt: '2023-02-27' },
  ],
  anthropic: [
    { id: 'claude-opus-5-5', displayName: 'Claude Opus 5.5', createdAt: '2026-10-21' },
    { id: 'claude-sonnet-5-5', displayName: 'Claude Sonnet 5.5', createdAt: '2026-09-30' },
    { id: 'claude-haiku-5-5', displayName: 'Claude Haiku 5.5', createdAt: '2026-09-01' },
    { id: 'claude-haiku-4-5-20251001', displayName: 'Claude Haiku 4.5', createdAt: '2025-10-15' },
  ],
  google: [
    { id: 'gemini-2.5-pro', displayName: 'Gemini 2.5 Pro' },
    { id: 'gemini-3.5-flash', displayName: 'Gemini 3.5 Flash' },
    { id: 'gemini-3.8-flash', displayName: 'Gemini 3.8 Flash' },
    { id: 'gemini-2.5-flash-preview-tts', displayName: 'Gemini 2.5 Flash Preview TTS' },
    { id: 'gemini-3-pro-image', displayName: 'Gemini 3 Pro Image' },
    { id: 'gemini-embedding-001', displayName: 'Gemini Embedding', methods: ['embedContent'] },
    { id: 'imagen-4.0-generate-001', displayName: 'Imagen 4', methods: ['predict'] },
  ],
};

const OTHERS: readonly StandInModel[] = [
  { id: 'vendor/chat-small', displayName: 'Vendor: Chat small', createdAt: '2026-08-01' },
  { id: 'llama-4-8b-instruct', createdAt: '2026-05-01' },
  { id: 'nomic-embed-text', createdAt: '2026-05-01' },
];

/** The live list of an endpoint. The endpoints of the tab "more" share one list. */
export const standInModels = (endpoint: EndpointId): readonly StandInModel[] =>
  endpoint in OF_PROVIDERS ? OF_PROVIDERS[endpoint as ProviderId] : OTHERS;
