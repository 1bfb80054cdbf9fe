import { createTimerService } from './clock.ts';

const ringAfter = createTimerService(() => self.postMessage(null));
self.addEventListener('message', (event: MessageEvent<number>) => ringAfter(event.data));
