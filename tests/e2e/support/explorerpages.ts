/** Every page of the explorers, for a learner with a worker type and a curriculum. */

export type Place = {
  /** The screen document that is drawn there. */
  readonly screen: string
  readonly path: string
  readonly tenant?: 'pluggedin'
}

const TERTIARY = '/navigators/tertiary-institutions'
const CAREER = '/navigators/careers/careers/x/29-1122.00'

export const EXPLORER_PAGES: readonly Place[] = [
  { screen: 'profile-home', path: '/profile/home' },
  { screen: 'worker-type-report', path: '/reports/worker-type' },
  { screen: 'worker-type-lesson', path: '/reports/worker-type/lesson' },
  { screen: 'explore', path: '/explore' },
  { screen: 'careers-matches', path: '/navigators/careers/matches' },
  { screen: 'careers-all', path: '/navigators/careers/all' },
  { screen: 'careers-favourites', path: '/navigators/careers/favourites' },
  { screen: 'career', path: CAREER },
  {
    screen: 'careers-compare',
    path: '/navigators/careers/compare?compare=29-1141.00,47-2111.00',
  },
  { screen: 'institutions', path: '/navigators/tertiary-institutions' },
  { screen: 'institution', path: `${TERTIARY}/institution/x/university-of-cape-town` },
  { screen: 'study-fields', path: `${TERTIARY}/explore` },
  { screen: 'study-field', path: `${TERTIARY}/explore/x/06` },
  { screen: 'bursaries', path: '/navigators/funding/bursaries' },
  { screen: 'bursaries-check', path: '/navigators/funding/bursaries?check=income' },
  { screen: 'bursary', path: '/navigators/funding/bursaries/x/nsfas-bursary' },
  { screen: 'funding', path: '/navigators/funding' },
  { screen: 'jobs', path: '/navigators/jobs' },
  { screen: 'job', path: '/navigators/jobs/x/sample-childcare-learnership' },
  { screen: 'courses', path: '/navigators/skillsets/courses' },
  {
    screen: 'course',
    path: '/navigators/skillsets/courses/x/google-it-support-professional-certificate',
  },
  { screen: 'skill-providers', path: '/navigators/skillsets/skill-providers' },
  { screen: 'skill-provider', path: '/navigators/skillsets/skill-providers/x/freecodecamp' },
  { screen: 'resources', path: '/navigators/resources-navigator' },
  { screen: 'resource', path: '/navigators/resources-navigator/x/khetha-careerhelp' },
  { screen: 'upliftment-providers', path: '/navigators/upliftment-providers' },
  { screen: 'upliftment-provider', path: '/navigators/upliftment-providers/x/sa-youth' },
  { screen: 'select-curriculum', path: '/navigators/subject-choices/select-curriculum' },
  { screen: 'subject-choices', path: '/navigators/subject-choices/home' },
  { screen: 'subject-careers', path: '/navigators/subject-choices/careers' },
  { screen: 'subjects', path: '/navigators/subject-choices/subjects' },
  { screen: 'subject', path: '/navigators/subject-choices/subjects/nsc-mathematics' },
  { screen: 'lessons', path: '/navigators/subject-choices/lessons' },
  { screen: 'lesson', path: '/navigators/subject-choices/lessons/how-nsfas-works' },
]
