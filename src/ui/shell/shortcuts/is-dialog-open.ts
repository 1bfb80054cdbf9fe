/** Whether something stands over the page, such as a sheet or the list of models: its keys are its own then. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open], [role=dialog]') !== null;
