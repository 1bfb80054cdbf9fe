/** Whether what is typed or pasted goes into this element, or changes what is chosen in it. */
export const isTextField = (target: EventTarget | null | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches('[type=checkbox], [type=radio]')) ||
    target.role === 'textbox');
