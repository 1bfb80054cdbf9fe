import { useState } from 'react';
import { CheckBox } from '../kit/fields.tsx';

/**
 * The choices beside a command that would translate confirmed or edited lines again. Both kinds stay unchanged unless the person decides otherwise.
 * `confirmed`, `edited`: how many there are; `options`: for the session's command.
 */
export function useKeepLines({ confirmed, edited }: { confirmed: number; edited: number }) {
  const [keepsConfirmed, setKeepsConfirmed] = useState(true);
  const [keepsEdited, setKeepsEdited] = useState(true);
  const withConfirmed = confirmed > 0 && !keepsConfirmed;
  const withEdited = edited > 0 && !keepsEdited;
  const boxes = (
    <>
      {confirmed > 0 && (
        <CheckBox data-first checked={keepsConfirmed} onChange={setKeepsConfirmed}>
          Leave confirmed lines as they are <span aria-hidden>({confirmed})</span>
        </CheckBox>
      )}
      {edited > 0 && (
        <CheckBox data-first checked={keepsEdited} onChange={setKeepsEdited}>
          Leave edited lines as they are <span aria-hidden>({edited})</span>
        </CheckBox>
      )}
    </>
  );
  return { boxes, options: { withConfirmed, withEdited } };
}
