import type { Translated } from '#shared/messages.ts'
import type { problemEn } from './problem-en.ts'

export const problemDe = {
  authenticate:
    'Deine Bank möchte, dass du diese Zahlung bestätigst. Du kannst auch eine andere Karte nehmen.',
  data: 'Deine Bank nimmt die Daten dieser Karte nicht mehr an. Bitte gib sie neu ein oder nimm eine andere Karte.',
  expired: 'Die Karte ist abgelaufen. Bitte nimm eine andere Karte.',
  hard: 'Deine Bank sagt, dass diese Karte nicht mehr belastet werden kann. Bitte nimm eine andere Karte.',
  soft: 'Deine Bank hat die Karte abgelehnt. Das ist oft nur vorübergehend. Du kannst auch gleich mit einer anderen Karte zahlen.',
} satisfies Translated<typeof problemEn>
