import { ShopError } from '#shared/errors.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, CommandContext } from './operator-command.ts'

const usagesOf = ({ name, usages: forms }: OperatorCommand): string[] =>
  forms.flatMap(([args, description]) => [
    `  npm run shop -- ${name} ${args}`.trimEnd(),
    `      ${description}`,
  ])

const isArgumentError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  'code' in thrown &&
  typeof thrown.code === 'string' &&
  thrown.code.startsWith('ERR_PARSE_ARGS')

/** The message for a refused command; null for a bug. */
const messageOf = (thrown: unknown): string | null => {
  if (thrown instanceof OperatorRefusal || thrown instanceof StartFailure) return thrown.message
  if (thrown instanceof ShopError) return [thrown.detail, ...Object.values(thrown.fields ?? {})].join(' ')
  return null
}

/**
 * Runs the command of the command line and returns the exit code: 0 when it is done, 1 when it was refused, 2 for
 * unknown commands or arguments. Bugs are thrown.
 */
export const runCommand = async (
  commands: readonly OperatorCommand[],
  context: CommandContext,
  [name = '', ...args]: readonly string[],
): Promise<0 | 1 | 2> => {
  const command = commands.find((one) => one.name === name)
  if (!command) {
    if (name !== '' && name !== 'help') context.print(`There is no command ${name}.`)
    context.print('Commands for operators:')
    for (const line of commands.flatMap(usagesOf)) context.print(line)
    return name === 'help' ? 0 : 2
  }
  try {
    await command.run(context, args)
    return 0
  } catch (thrown) {
    const message = messageOf(thrown)
    if (message !== null) {
      context.print(message)
      return 1
    }
    if (!isArgumentError(thrown)) throw thrown
    context.print(thrown.message.split('. ')[0] ?? '')
    for (const line of usagesOf(command)) context.print(line)
    return 2
  }
}
