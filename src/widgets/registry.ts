/**
 * Every widget that documents may name, by type. What most first pages need is here at once, the rest comes with the
 * page that asks for it. `texts` names the groups of texts that a widget uses of its own accord.
 */

import type { Registry } from '#engine/react/registry.ts'
import { HomeHero } from './HomeHero.tsx'
import { LoginError } from './LoginError.tsx'
import { PageTitle } from './PageTitle.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'
import { Section } from './Section.tsx'
import { SimpleForm } from './SimpleForm.tsx'
import { StepList } from './StepList.tsx'
import { Tabs } from './Tabs.tsx'
import { TextBlock } from './TextBlock.tsx'
import { TileList } from './TileList.tsx'

export const registry: Registry = {
  // home and signing in: here at once
  'home-hero': { now: HomeHero },
  'tile-list': { now: TileList },
  'step-list': { now: StepList },
  'simple-form': { now: SimpleForm },
  tabs: { now: Tabs },
  'provider-buttons': { now: ProviderButtons },
  'login-error': { now: LoginError },
  'text-block': { now: TextBlock },
  'page-title': { now: PageTitle },
  // comes with the frame of people who are signed in
  columns: { load: () => import('./Columns.tsx').then((m) => m.Columns) },
  section: { now: Section },
  // onboarding
  'step-trail': { load: () => import('./StepTrail.tsx').then((m) => m.StepTrail) },
  'consent-form': { load: () => import('./ConsentForm.tsx').then((m) => m.ConsentForm) },
  // messages and cards of any page
  'being-built': { load: () => import('./BeingBuilt.tsx').then((m) => m.BeingBuilt) },
  'scene-message': { load: () => import('./SceneMessage.tsx').then((m) => m.SceneMessage) },
  'page-cover': { load: () => import('./PageCover.tsx').then((m) => m.PageCover) },
  'call-to-action-card': {
    load: () => import('./CallToActionCard.tsx').then((m) => m.CallToActionCard),
  },
  'content-card': { load: () => import('./ContentCard.tsx').then((m) => m.ContentCard) },
  'progress-card': { load: () => import('./ProgressCard.tsx').then((m) => m.ProgressCard) },
  accordion: { load: () => import('./Accordion.tsx').then((m) => m.Accordion) },
  'feature-overlay': { load: () => import('./FeatureOverlay.tsx').then((m) => m.FeatureOverlay) },
  'action-buttons': { load: () => import('./ActionButtons.tsx').then((m) => m.ActionButtons) },
  // ways in and out
  'page-action': { load: () => import('./PageAction.tsx').then((m) => m.PageAction) },
  // profile home
  'next-up': { load: () => import('./NextUp.tsx').then((m) => m.NextUp) },
  'result-cards': { load: () => import('./ResultCards.tsx').then((m) => m.ResultCards) },
  'profile-progress': {
    load: () => import('./ProfileProgress.tsx').then((m) => m.ProfileProgress),
  },
  // settings, CV, curriculum, research
  'account-card': { load: () => import('./AccountCard.tsx').then((m) => m.AccountCard) },
  'own-data': { load: () => import('./OwnData.tsx').then((m) => m.OwnData) },
  'plan-card': { load: () => import('./PlanCard.tsx').then((m) => m.PlanCard) },
  'section-list': { load: () => import('./SectionList.tsx').then((m) => m.SectionList) },
  'choice-form': { load: () => import('./ChoiceForm.tsx').then((m) => m.ChoiceForm) },
  'research-list': { load: () => import('./ResearchList.tsx').then((m) => m.ResearchList) },
  report: { load: () => import('./Report.tsx').then((m) => m.Report) },
  // theme showcase
  'theme-showcase': { load: () => import('./ThemeShowcase.tsx').then((m) => m.ThemeShowcase) },
  // assessment
  'assessment-intro': {
    load: () => import('./AssessmentIntro.tsx').then((m) => m.AssessmentIntro),
  },
  'quiz-practice': { load: () => import('./QuizPractice.tsx').then((m) => m.QuizPractice) },
  quiz: { load: () => import('./Quiz.tsx').then((m) => m.Quiz) },
  'instrument-card': { load: () => import('./InstrumentCard.tsx').then((m) => m.InstrumentCard) },
  // reports and lessons
  'result-cover': { load: () => import('./ResultCover.tsx').then((m) => m.ResultCover) },
  'result-notes': { load: () => import('./ResultNotes.tsx').then((m) => m.ResultNotes) },
  hexagon: { load: () => import('./Hexagon.tsx').then((m) => m.Hexagon) },
  axes: { load: () => import('./Axes.tsx').then((m) => m.Axes) },
  dials: { load: () => import('./Dials.tsx').then((m) => m.Dials) },
  'level-bars': { load: () => import('./LevelBars.tsx').then((m) => m.LevelBars) },
  'score-bars': { load: () => import('./ScoreBars.tsx').then((m) => m.ScoreBars) },
  'score-sliders': { load: () => import('./ScoreSliders.tsx').then((m) => m.ScoreSliders) },
  'strength-list': { load: () => import('./StrengthList.tsx').then((m) => m.StrengthList) },
  tips: { load: () => import('./Tips.tsx').then((m) => m.Tips) },
  lesson: { load: () => import('./Lesson.tsx').then((m) => m.Lesson) },
  'facet-practice': { load: () => import('./FacetPractice.tsx').then((m) => m.FacetPractice) },
  'value-wheel': { load: () => import('./ValueWheel.tsx').then((m) => m.ValueWheel) },
  // records of any kind of content: many of them, and one
  collection: { load: () => import('./Collection.tsx').then((m) => m.Collection) },
  'record-links': { load: () => import('./RecordLinks.tsx').then((m) => m.RecordLinks) },
  'record-cover': { load: () => import('./RecordCover.tsx').then((m) => m.RecordCover) },
  'score-compare': { load: () => import('./ScoreCompare.tsx').then((m) => m.ScoreCompare) },
  facts: { load: () => import('./Facts.tsx').then((m) => m.Facts) },
  'level-steps': { load: () => import('./LevelSteps.tsx').then((m) => m.LevelSteps) },
  'rated-list': { load: () => import('./RatedList.tsx').then((m) => m.RatedList) },
  'tag-list': { load: () => import('./TagList.tsx').then((m) => m.TagList) },
  attribution: { load: () => import('./Attribution.tsx').then((m) => m.Attribution) },
  // forms
  'section-form': { load: () => import('./SectionForm.tsx').then((m) => m.SectionForm) },
}
