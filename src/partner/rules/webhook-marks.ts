/** How far a webhook or a delivery is, as the desk's marks show it. */
interface Mark {
  readonly word: string
  readonly level: 'empty' | 'low' | 'half' | 'full' | 'struck'
  readonly tone: 'plain' | 'ok' | 'bad' | 'quiet'
}

export const webhookMarks: Readonly<Record<'fine' | 'failing' | 'off', Mark>> = {
  fine: { word: 'fine', level: 'full', tone: 'ok' },
  failing: { word: 'failing', level: 'low', tone: 'bad' },
  off: { word: 'off', level: 'empty', tone: 'quiet' },
}

export const deliveryMarks: Readonly<Record<'waiting' | 'delivered' | 'given-up', Mark>> = {
  waiting: { word: 'waiting', level: 'half', tone: 'plain' },
  delivered: { word: 'delivered', level: 'full', tone: 'ok' },
  'given-up': { word: 'given up', level: 'struck', tone: 'bad' },
}
