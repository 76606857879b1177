/** Puts a program where the numbers of our processes mean nothing, as a container does. */

import { spawnSync } from 'node:child_process'

/** What comes before a command line for that; nothing where this machine does not allow it. */
export function ownNamespace(): readonly string[] {
  const unshare = spawnSync('sh', ['-c', 'command -v unshare'], { encoding: 'utf8' }).stdout.trim()
  if (unshare === '') return []
  for (const rights of [[], ['--user', '--map-root-user']]) {
    const command = [unshare, ...rights, '--pid', '--fork', '--mount-proc', '--kill-child']
    if (spawnSync(unshare, [...command.slice(1), 'true']).status === 0) return command
  }
  return []
}
