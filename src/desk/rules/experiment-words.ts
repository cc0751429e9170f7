import type { ExperimentDocument, ExperimentState } from '#experiment/rules/flags-file.ts'
import type { Mark } from './order-marks.ts'

export const experimentMarks: Readonly<Record<ExperimentState, Mark>> = {
  draft: { word: 'draft', level: 'empty', tone: 'quiet' },
  running: { word: 'running', level: 'half', tone: 'plain' },
  stopped: { word: 'stopped', level: 'struck', tone: 'bad' },
  shipped: { word: 'shipped', level: 'full', tone: 'ok' },
  archived: { word: 'archived', level: 'empty', tone: 'quiet' },
}

/** How far a flag is on. */
export const flagMark = (percent: number): Mark => {
  if (percent === 0) return { word: 'off', level: 'empty', tone: 'quiet' }
  if (percent === 100) return { word: 'on', level: 'full', tone: 'ok' }
  return { word: `${percent} %`, level: percent < 50 ? 'low' : 'half', tone: 'plain' }
}

type Split = Pick<ExperimentDocument, 'variants'>['variants']

/** The parts of a split in percent: `50 %`, `9.1 %`. */
export const sharesOf = (
  variants: readonly { readonly name: string; readonly weight: number }[],
): ReadonlyMap<string, string> => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  const text = (weight: number): string => {
    const percent = total === 0 ? 0 : (weight / total) * 100
    return `${Number.isInteger(percent) ? percent : percent.toFixed(1)} %`
  }
  return new Map(variants.map(({ name, weight }) => [name, text(weight)]))
}

const splitText = (variants: Split): string =>
  [...sharesOf(variants)].map(([name, share]) => `${name} ${share}`).join(', ')

/** What a version did, for its history. */
export const experimentChangeText = (now: ExperimentDocument, before: ExperimentDocument | null): string => {
  if (before === null) return now.state === 'running' ? 'Runs since the shop had it' : 'Created'
  if (before.state === now.state)
    return now.phase === before.phase ? 'Plan changed' : `New split: ${splitText(now.variants)}`
  switch (now.state) {
    case 'running':
      return 'Started'
    case 'stopped':
      return `Stopped: ${now.stopReason}`
    case 'shipped':
      return `Everyone gets “${now.winner}”`
    case 'archived':
      return 'Archived'
    case 'draft':
      return 'Changed'
  }
}
