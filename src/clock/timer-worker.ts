import { createTimerService, type TimerRequest } from './timer-service.ts';

const handle = createTimerService((id) => self.postMessage(id));
self.addEventListener('message', (event: MessageEvent<TimerRequest>) => handle(event.data));
