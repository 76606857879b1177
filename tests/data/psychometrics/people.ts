/** Prints the made-up people for reference.R. */

import { asCsv, madeUp } from '#tests/support/answered.ts'

process.stdout.write(asCsv(madeUp()))
