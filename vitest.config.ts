/** Unit and server tests. Server tests run on one database a run: the embedded one, or PostgreSQL by TEST_DATABASE. */

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// A law of thousands of cases is no timed test: a busy machine may take its time.
const common = { setupFiles: ['tests/support/strict.ts'], restoreMocks: true, testTimeout: 30_000 }

/**
 * What the embedded database could do otherwise than PostgreSQL: how it starts, breaks, stops, is
 * saved and is brought back, its rights, and statements of each area of the store. The rest is left
 * to PostgreSQL where there is one; without one, all of it runs here. The browser tests run on the
 * embedded database too: every journey, publishing and paying among them.
 */
const OF_THE_DATABASE = [
  'tests/server/{start,folderlock,datafolder,watchdog,outage,prepare,operations,backup,demo,tidying,retention,patience,isolation,clock}.test.ts',
  'tests/server/{users,personal,records,vouchers,cvfiles,research,errorlog,content,import,contentcounts}.test.ts',
  'tests/server/{experiments,experimentresults,instruments,events,people,score,languages,smoke,resultscale,guessedanswers,known-attempts}.test.ts',
  // Not on PostgreSQL, because they ask no database.
  'tests/server/{compose,environment,effective,gather,validators,policy,fairqueue,network,remembered,hostile-drafts}.test.ts',
]

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: ['default'],
    projects: [
      { extends: true, test: { ...common, name: 'unit', include: ['tests/*.test.ts', 'tests/{engine,tasks}/**/*.test.ts'], environment: 'node' } },
      // Apart from the others: what a browser's package leaves out must not come to tests that begin later on.
      { extends: true, test: { ...common, name: 'dom', include: ['tests/{widgets,app,admin}/**/*.test.ts?(x)'], environment: 'node', server: { deps: { inline: ['vscode-json-languageservice'] } } } },
      {
        extends: true,
        test: {
          ...common, name: 'server', include: process.env['TEST_PART'] === 'database' ? OF_THE_DATABASE : ['tests/server/**/*.test.ts'], environment: 'node',
          // What asks no database need not be asked on both.
          exclude: process.env['TEST_DATABASE'] === 'postgres' ? ['tests/server/{compose,start,folderlock,datafolder,environment,effective,gather,validators,policy,fairqueue,network,remembered,hostile-drafts}.test.ts'] : ['tests/server/{roles,announcements,contentplans}.test.ts'], globalSetup: ['tests/support/database.ts'],
          // One embedded database for all files: two at once would be two processes of 800 MB.
          fileParallelism: false, isolate: false, hookTimeout: 120_000,
          // As in the browser: a busy machine may be slow once, and says so; a real failure happens twice.
          retry: 1,
        },
      },
    ],
  },
})
