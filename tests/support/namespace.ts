/** Runs a program in a pid namespace of its own, as in a container. */

import { spawnSync } from 'node:child_process'

/** The command prefix for that; empty if this machine does not allow it. */
export function ownNamespace(): readonly string[] {
  const unshare = spawnSync('sh', ['-c', 'command -v unshare'], { encoding: 'utf8' }).stdout.trim()
  if (unshare === '') return []
  for (const rights of [[], ['--user', '--map-root-user']]) {
    const command = [unshare, ...rights, '--pid', '--fork', '--mount-proc', '--kill-child']
    if (spawnSync(unshare, [...command.slice(1), 'true']).status === 0) return command
  }
  return []
}
