/** The widgets of timed tasks, each loaded when a page first needs it. */

import type { Registry } from '#engine/react/registry.ts'

export const registry: Registry = {
  'task-intro': { load: () => import('./TaskIntro.tsx').then((m) => m.TaskIntro) },
  'timed-task': { load: () => import('./TimedTask.tsx').then((m) => m.TimedTask) },
}
