/**
 * Every widget that documents may name, by type. What most first pages need is loaded at once, the
 * rest with the page that needs it. `texts` names the groups of texts that a widget uses itself.
 */

import type { Registry } from '#engine/react/registry.ts'
import { HomeHero } from './parts/HomeHero.tsx'
import { LoginError } from './forms/LoginError.tsx'
import { PageTitle } from './parts/PageTitle.tsx'
import { ProviderButtons } from './forms/ProviderButtons.tsx'
import { Section } from './parts/Section.tsx'
import { SimpleForm } from './forms/SimpleForm.tsx'
import { StepList } from './parts/StepList.tsx'
import { Tabs } from './parts/Tabs.tsx'
import { TextBlock } from './parts/TextBlock.tsx'
import { TileList } from './parts/TileList.tsx'

export const registry: Registry = {
  // home and signing in: loaded at once
  'home-hero': { now: HomeHero },
  'tile-list': { now: TileList },
  'step-list': { now: StepList },
  'simple-form': { now: SimpleForm },
  tabs: { now: Tabs },
  'provider-buttons': { now: ProviderButtons },
  'login-error': { now: LoginError },
  'text-block': { now: TextBlock },
  'page-title': { now: PageTitle },
  // loaded with the frame of signed-in users
  columns: { load: () => import('./parts/Columns.tsx').then((m) => m.Columns) },
  section: { now: Section },
  // onboarding
  'step-trail': { load: () => import('./parts/StepTrail.tsx').then((m) => m.StepTrail) },
  'consent-form': { load: () => import('./forms/ConsentForm.tsx').then((m) => m.ConsentForm) },
  // messages and cards of any page
  'being-built': { load: () => import('./parts/BeingBuilt.tsx').then((m) => m.BeingBuilt) },
  notice: { load: () => import('./frame/Notice.tsx').then((m) => m.Notice) },
  'scene-message': { load: () => import('./parts/SceneMessage.tsx').then((m) => m.SceneMessage) },
  'page-cover': { load: () => import('./frame/PageCover.tsx').then((m) => m.PageCover) },
  'menu-route': { load: () => import('./frame/MenuRoute.tsx').then((m) => m.MenuRoute) },
  'call-to-action-card': {
    load: () => import('./parts/CallToActionCard.tsx').then((m) => m.CallToActionCard),
  },
  picture: { load: () => import('./reports/Picture.tsx').then((m) => m.Picture) },
  question: { load: () => import('./parts/Question.tsx').then((m) => m.Question) },
  'content-card': { load: () => import('./parts/ContentCard.tsx').then((m) => m.ContentCard) },
  'progress-card': { load: () => import('./parts/ProgressCard.tsx').then((m) => m.ProgressCard) },
  accordion: { load: () => import('./parts/Accordion.tsx').then((m) => m.Accordion) },
  'feature-overlay': {
    load: () => import('./account/FeatureOverlay.tsx').then((m) => m.FeatureOverlay),
  },
  'action-buttons': {
    load: () => import('./parts/ActionButtons.tsx').then((m) => m.ActionButtons),
  },
  // ways in and out
  'page-action': { load: () => import('./parts/PageAction.tsx').then((m) => m.PageAction) },
  // profile home
  'next-up': { load: () => import('./account/NextUp.tsx').then((m) => m.NextUp) },
  'status-list': { load: () => import('./account/StatusList.tsx').then((m) => m.StatusList) },
  'profile-progress': {
    load: () => import('./account/ProfileProgress.tsx').then((m) => m.ProfileProgress),
  },
  // settings, CV, curriculum, research
  'account-card': { load: () => import('./account/AccountCard.tsx').then((m) => m.AccountCard) },
  'own-data': { load: () => import('./account/OwnData.tsx').then((m) => m.OwnData) },
  paper: { load: () => import('./account/Paper.tsx').then((m) => m.Paper) },
  'device-list': { load: () => import('./account/DeviceList.tsx').then((m) => m.DeviceList) },
  'share-links': { load: () => import('./account/ShareLinks.tsx').then((m) => m.ShareLinks) },
  'file-import': { load: () => import('./account/FileImport.tsx').then((m) => m.FileImport) },
  'keep-sheet': { load: () => import('./account/KeepSheet.tsx').then((m) => m.KeepSheet) },
  'plan-card': { load: () => import('./account/PlanCard.tsx').then((m) => m.PlanCard) },
  // plans and paying
  'plan-comparison': {
    load: () => import('./account/PlanComparison.tsx').then((m) => m.PlanComparison),
  },
  order: { load: () => import('./account/Order.tsx').then((m) => m.Order) },
  'ask-to-pay': { load: () => import('./account/AskToPay.tsx').then((m) => m.AskToPay) },
  'payment-state': {
    load: () => import('./account/PaymentState.tsx').then((m) => m.PaymentState),
  },
  'payment-list': { load: () => import('./account/PaymentList.tsx').then((m) => m.PaymentList) },
  statement: { load: () => import('./account/Statement.tsx').then((m) => m.Statement) },
  'choice-form': { load: () => import('./forms/ChoiceForm.tsx').then((m) => m.ChoiceForm) },
  report: { load: () => import('./reports/Report.tsx').then((m) => m.Report) },
  // theme showcase
  'theme-showcase': {
    load: () => import('./showcase/ThemeShowcase.tsx').then((m) => m.ThemeShowcase),
  },
  specimens: { load: () => import('./showcase/Specimens.tsx').then((m) => m.Specimens) },
  // assessment
  'assessment-intro': {
    load: () => import('./assessments/AssessmentIntro.tsx').then((m) => m.AssessmentIntro),
  },
  'quiz-practice': {
    load: () => import('./assessments/QuizPractice.tsx').then((m) => m.QuizPractice),
  },
  'kept-answers': {
    load: () => import('./assessments/KeptAnswers.tsx').then((m) => m.KeptAnswers),
  },
  quiz: { load: () => import('./assessments/Quiz.tsx').then((m) => m.Quiz) },
  'instrument-card': {
    load: () => import('./assessments/InstrumentCard.tsx').then((m) => m.InstrumentCard),
  },
  // reports and lessons
  'result-cover': { load: () => import('./reports/ResultCover.tsx').then((m) => m.ResultCover) },
  'result-notes': { load: () => import('./reports/ResultNotes.tsx').then((m) => m.ResultNotes) },
  hexagon: { load: () => import('./reports/Hexagon.tsx').then((m) => m.Hexagon) },
  axes: { load: () => import('./reports/Axes.tsx').then((m) => m.Axes) },
  dials: { load: () => import('./reports/Dials.tsx').then((m) => m.Dials) },
  'level-bars': { load: () => import('./reports/LevelBars.tsx').then((m) => m.LevelBars) },
  'score-bars': { load: () => import('./reports/ScoreBars.tsx').then((m) => m.ScoreBars) },
  'score-sliders': { load: () => import('./reports/ScoreSliders.tsx').then((m) => m.ScoreSliders) },
  'strength-list': { load: () => import('./reports/StrengthList.tsx').then((m) => m.StrengthList) },
  tips: { load: () => import('./reports/Tips.tsx').then((m) => m.Tips) },
  lesson: { load: () => import('./reports/Lesson.tsx').then((m) => m.Lesson) },
  'facet-practice': {
    load: () => import('./assessments/FacetPractice.tsx').then((m) => m.FacetPractice),
  },
  'share-card': { load: () => import('./reports/ShareCard.tsx').then((m) => m.ShareCard) },
  'value-wheel': { load: () => import('./reports/ValueWheel.tsx').then((m) => m.ValueWheel) },
  // records of any kind of content: many of them, and one
  'search-all': { load: () => import('./content/SearchAll.tsx').then((m) => m.SearchAll) },
  collection: { load: () => import('./content/Collection.tsx').then((m) => m.Collection) },
  'record-links': { load: () => import('./content/RecordLinks.tsx').then((m) => m.RecordLinks) },
  'record-link': { load: () => import('./content/RecordLink.tsx').then((m) => m.RecordLink) },
  'record-cover': { load: () => import('./content/RecordCover.tsx').then((m) => m.RecordCover) },
  'record-text': { load: () => import('./content/RecordText.tsx').then((m) => m.RecordText) },
  'set-picker': { load: () => import('./content/SetPicker.tsx').then((m) => m.SetPicker) },
  checklist: { load: () => import('./content/Checklist.tsx').then((m) => m.Checklist) },
  'record-mark': { load: () => import('./content/RecordMark.tsx').then((m) => m.RecordMark) },
  'score-compare': { load: () => import('./content/ScoreCompare.tsx').then((m) => m.ScoreCompare) },
  facts: { load: () => import('./content/Facts.tsx').then((m) => m.Facts) },
  'level-steps': { load: () => import('./content/LevelSteps.tsx').then((m) => m.LevelSteps) },
  'rated-list': { load: () => import('./content/RatedList.tsx').then((m) => m.RatedList) },
  'tag-list': { load: () => import('./content/TagList.tsx').then((m) => m.TagList) },
  compare: { load: () => import('./content/Compare.tsx').then((m) => m.Compare) },
  calendar: { load: () => import('./content/Calendar.tsx').then((m) => m.Calendar) },
  'record-report': {
    load: () => import('./content/RecordReport.tsx').then((m) => m.RecordReport),
  },
  attribution: { load: () => import('./content/Attribution.tsx').then((m) => m.Attribution) },
  // forms
  'section-form': { load: () => import('./forms/SectionForm.tsx').then((m) => m.SectionForm) },
}
