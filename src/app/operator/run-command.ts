import { ShopError } from '#shared/errors.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

const formsOf = ({ name, forms }: OperatorCommand): string[] =>
  forms.flatMap(([words, what]) => [`  npm run shop -- ${name} ${words}`.trimEnd(), `      ${what}`])

const isWordsError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  thrown.code.startsWith('ERR_PARSE_ARGS')

/** What there is to say about a failed command; null for a fault of ours. */
const sentenceOf = (thrown: unknown): string | null => {
  if (thrown instanceof OperatorRefusal || thrown instanceof StartFailure) return thrown.message
  if (thrown instanceof ShopError) return [thrown.detail, ...Object.values(thrown.fields ?? {})].join(' ')
  return null
}

/**
 * Does what the words of the command line say and answers the exit code: 0 when it is done, 1 when it was refused,
 * 2 for words that no command takes. A fault of ours is thrown.
 */
export const runCommand = async (
  commands: readonly OperatorCommand[],
  house: OperatorHouse,
  [name = '', ...words]: readonly string[],
): Promise<0 | 1 | 2> => {
  const command = commands.find((one) => one.name === name)
  if (!command) {
    if (name !== '' && name !== 'help') house.say(`There is no command ${name}.`)
    house.say('What operators can do:')
    for (const line of commands.flatMap(formsOf)) house.say(line)
    return name === 'help' ? 0 : 2
  }
  try {
    await command.run(house, words)
    return 0
  } catch (thrown) {
    const sentence = sentenceOf(thrown)
    if (sentence !== null) {
      house.say(sentence)
      return 1
    }
    if (!isWordsError(thrown)) throw thrown
    house.say(thrown.message.split('. ')[0] ?? '')
    for (const line of formsOf(command)) house.say(line)
    return 2
  }
}
