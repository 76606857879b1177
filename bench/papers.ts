/**
 * CVs as files: how many PDFs a second the server's process for them sets, beside Typst alone in
 * this process; the same for reports; the size of each; and what the page of the CV and a file cost
 * on the wire, beside what drawing it in the browser would add.
 *
 *   npm run bench -- papers
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cvOf, type Profile } from '#engine/cv/cv.ts'
import { plainCv } from '#engine/cv/plaincv.ts'
import { resumeOf } from '#engine/cv/resume.ts'
import { wordsFor } from '#engine/documents/texts.ts'
import { translate } from '#engine/documents/translate.ts'
import { paperColors } from '#server/papers/colors.ts'
import { Compiler } from '#server/papers/compiler.ts'
import { cvData } from '#server/papers/cvdata.ts'
import { docxOf } from '#server/papers/docx.ts'
import { Papers } from '#server/papers/papers.ts'
import { catalog } from '#tests/support/documents.ts'
import { blocksOf, dataOf as reportData } from '#tests/support/paperreports.ts'
import { cvBytes, PEERS } from './support/cvbytes.ts'
import { percentile, report, round } from './support/report.ts'

const FILES = Number(process.env['FILES'] ?? 300)
const WARM = 20
/** Of each report, one after another in turn. */
const REPORTS = 20
const KB = 1000

const texts = wordsFor(catalog.all('locale'), 'en')
const words = {
  language: 'en',
  text: (key: string, values?: Readonly<Record<string, string | number>>) =>
    translate(texts, 'en', key, values),
  names: (_list: string, id: string) => id,
}
const lines = Array.from({ length: 3 }, (_, line) => `Did a thing of use, with result ${line}.`)
/** A page and a half in three scripts; each file differs, so that nothing is cached. */
const profileOf = (index: number) => ({
  firstName: `Thandi${index}`,
  lastName: 'Mokoena',
  jobTitle: 'Grade 11 learner',
  phone: '+27715550148',
  email: 'thandi@mail.test',
  about: `I like things that work ${index}.\nእኔ ሥራ እወዳለሁ።\nأحب العمل مع الناس.`,
  experiences: Array.from({ length: 5 }, (_, at) => ({
    jobTitle: `Helper ${at} ${index}`,
    employer: 'Mokoena Spaza Shop',
    startDate: '2022-01',
    endDate: '2023-02',
    description: lines.join('\n'),
  })),
  educations: [{ institution: 'Thuto School', qualification: 'Grade 11', startDate: '2022-01' }],
  skills: Array.from({ length: 8 }, (_, at) => ({ text: `Skill ${at}`, level: 'expert' })),
})
const paper = catalog.get('paper', 'warm')!
const colors = paperColors(catalog.get('config', 'default')!)
const title = 'CV of Thandi Mokoena'
const dataFor = (profile: Profile) =>
  cvData(cvOf(profile, paper, words), paper, { title, page: '{{page}}' }, colors)
const dataOf = (index: number) => dataFor(profileOf(index))
/** As long as every form allows: thirty entries in each list, each with a thousand letters. */
function longestOf(index: number): Profile {
  const description = 'I did a thing of use here. '.repeat(40).slice(0, 1000)
  const name = `${'N'.repeat(110)} ${index}`
  const entries = (more: object) =>
    Array.from({ length: 30 }, () => ({ startDate: '2020-01', description, ...more }))
  return {
    ...profileOf(index),
    about: description.repeat(2),
    experiences: entries({ jobTitle: name, employer: name, place: name }),
    educations: entries({ institution: name, qualification: name }),
    achievements: entries({ title: name, organisation: name, date: '2020-01' }),
  }
}

async function timed(set: (data: string) => Uint8Array | Promise<Uint8Array>) {
  const times: number[] = []
  let bytes = 0
  for (let index = -WARM; index < FILES; index++) {
    const data = dataOf(index)
    const began = performance.now()
    bytes = (await set(data)).length
    if (index >= 0) times.push(performance.now() - began)
  }
  const total = times.reduce((sum, each) => sum + each, 0)
  return {
    files_a_second: round((FILES * 1000) / total),
    p95_ms: round(percentile(times, 95), 2),
    bytes,
  }
}

const compiler = new Compiler()
const bare = await timed((data) => compiler.pdf('cv', data))
const papers = new Papers({
  script: pathToFileURL(join(process.cwd(), 'dist', 'server', 'paper-worker.js')),
})
const began = performance.now()
await papers.pdf('bench', 'cv', dataOf(-1))
const firstMs = round(performance.now() - began)
const served = await timed((data) => papers.pdf('bench', 'cv', data))
const reports: { id: string; p95: number; bytes: number }[] = []
for (const { id } of catalog.all('report')) {
  const data = reportData(blocksOf(id))
  const times: number[] = []
  let bytes = 0
  for (let index = 0; index < REPORTS; index++) {
    const started = performance.now()
    // Each differs, so that nothing is cached.
    bytes = (await papers.pdf('bench', 'report', data.replace('Naledi', `Naledi${index}`))).length
    times.push(performance.now() - started)
  }
  reports.push({ id, p95: round(percentile(times, 95), 2), bytes })
}
const longest: number[] = []
for (let index = 0; index < REPORTS; index++) {
  const started = performance.now()
  await papers.pdf('bench', 'cv', dataFor(longestOf(index)))
  longest.push(performance.now() - started)
}
const longestMs = round(percentile(longest, 95))
const { lost } = papers
papers.close()
const wire = await cvBytes()

const cv = cvOf(profileOf(0), paper, words)
const sizes = {
  pdf: served.bytes,
  docx: (await docxOf(cv, paper, title, colors)).length,
  txt: Buffer.byteLength(plainCv(cv)),
  json: Buffer.byteLength(JSON.stringify(resumeOf(profileOf(0), words), null, 2)),
}
const row = (what: string, { files_a_second, p95_ms }: typeof bare) => ({
  what,
  'files a second': files_a_second,
  'p95 ms': p95_ms,
})
report(
  `CVs as files: ${FILES} PDFs, the first after ${firstMs} ms`,
  [
    row('Typst alone', bare),
    row('the server’s process', served),
    { what: 'the longest CV that the forms allow', 'p95 ms': longestMs },
    ...Object.entries(sizes).map(([what, bytes]) => ({ what, kB: round(bytes / KB) })),
    ...reports.map(({ id, p95, bytes }) => ({
      what: `report: ${id}`,
      'p95 ms': p95,
      kB: round(bytes / KB),
    })),
    ...(
      [
        ['page of the CV on a new phone', wire.cv],
        ['page of the CV’s files on a new phone', wire.files],
      ] as const
    ).flatMap(([what, { all, scripts }]) => [
      { what, kB: round(all / KB) },
      { what: '  its scripts', kB: round(scripts / KB) },
    ]),
    { what: 'a PDF, with the script that saves it', kB: round(wire.pdf / KB) },
    ...Object.entries(PEERS).map(([what, bytes]) => ({
      what: `added by ${what}`,
      kB: round(bytes / KB),
    })),
  ],
  {
    bare,
    served,
    first_ms: firstMs,
    longest_ms: longestMs,
    lost,
    sizes,
    reports,
    wire,
    peers: PEERS,
  },
)
