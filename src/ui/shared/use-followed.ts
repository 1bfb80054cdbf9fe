import { startTransition, useEffect, useState } from 'react';

/**
 * A value that is followed without hurry: React may draw its changes in slices between other work. For what stands on the page a
 * hundred times over; whoever acts on a value reads the store.
 */
export function useFollowed<T>(subscribe: (onChange: () => void) => () => void, read: () => T): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const update = () => startTransition(() => setValue(read));
    // Something may have changed between drawing and following.
    update();
    return subscribe(update);
  }, [subscribe, read]);
  return value;
}
