export const BATCHES_HEADING_ID = 'batches-heading';

/** Id of the button that opens the batch. */
export const batchButtonId = (index: number): string => `batch-button-${index}`;
