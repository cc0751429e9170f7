import { askUnattended, whileSeen } from './unattended.ts'

const seconds = 20

const countIn = async (answer: Response): Promise<number> => {
  const reply: unknown = await answer.json()
  return typeof reply === 'object' && reply !== null && 'count' in reply ? Number(reply.count) : 0
}

const textOf = (count: number): string =>
  count >= 100 ? '100 or more new orders' : `${count} new ${count === 1 ? 'order' : 'orders'}`

/** Says how many orders have come since the list was opened. The rows stay as they are: a link shows the new ones. */
export const watchNewerOrders = (): void => {
  const note = document.querySelector<HTMLElement>('[data-desk-newer]')
  const text = note?.querySelector('span')
  const address = note?.dataset['deskNewer']
  if (!note || !text || address === undefined) return
  whileSeen(seconds, async () => {
    const answer = await askUnattended(address)
    if (answer === null) return true
    const count = await countIn(answer)
    if (count === 0) return true
    if (text.textContent !== textOf(count)) text.textContent = textOf(count)
    note.dataset['shown'] = ''
    return true
  })
}
