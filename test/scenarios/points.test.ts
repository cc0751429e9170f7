import { expect } from 'vitest'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { customAction, viewLoyalty } from '#loyalty/endpoints.ts'
import { answerSurvey } from '#survey/endpoints.ts'
import { seededRandom, type SeededRandom } from '../support/random.ts'
import type { Member } from '../support/member.ts'
import { test } from '../support/shop.ts'

/** The questions of each survey with an answer, as the pages show them; of the quiz nobody earns anything. */
const questions = {
  onboarding: [
    { question_id: 'reason', option_id: 'digestion' },
    { question_id: 'before', option_id: 'never' },
    { question_id: 'when', option_id: 'meal' },
    { question_id: 'notice', answer_text: 'Sleep' },
  ],
  'is-ds01-right-for-you': [{ question_id: 'reason', option_id: 'digestion' }],
} as const

/** What a member should have, worked out here from what they did: 100 points for a whole profile, once. */
interface Expected {
  readonly answered: Set<string>
  isIn: boolean
  points: number
}

const steps = ['answer', 'answer', 'answer', 'quiz', 'claim', 'claim', 'twice', 'switch'] as const

const isComplete = ({ answered }: Expected): boolean => answered.size === questions.onboarding.length

/** One action of a member, with the expected result. */
const action = async (random: SeededRandom, { client }: Member, expected: Expected): Promise<void> => {
  const claim = () => client.call(customAction, { action_name: 'complete_profile' })
  switch (random.oneOf(steps)) {
    case 'answer': {
      const open = questions.onboarding.filter(({ question_id: id }) => !expected.answered.has(id))
      const response = random.oneOf(
        open.length > 0 && random.isWithinPercent(70) ? open : questions.onboarding,
      )
      const wasComplete = isComplete(expected)
      await client.call(answerSurvey, { survey_name: 'onboarding', survey_responses: [response] })
      expected.answered.add(response.question_id)
      if (!wasComplete && isComplete(expected) && expected.isIn) expected.points = 100
      return
    }
    case 'quiz': {
      const survey_responses = [...questions['is-ds01-right-for-you']]
      await client.call(answerSurvey, { survey_name: 'is-ds01-right-for-you', survey_responses })
      return
    }
    case 'claim':
    case 'twice': {
      const outcomes = await Promise.allSettled([claim(), claim()])
      const earns = isComplete(expected) && expected.isIn
      if (earns) expected.points = 100
      for (const one of outcomes) {
        expect(one.status).toBe(earns ? 'fulfilled' : 'rejected')
        if (one.status === 'fulfilled') expect(one.value.points).toBe(100)
      }
      return
    }
    case 'switch': {
      expected.isIn = !expected.isIn
      const variant = expected.isIn ? 'include' : 'exclude'
      await client.call(setUserExperiment, { id: 'loyalty_new_user', variant })
    }
  }
}

test('points for answers equal an independent count, in any order of answers, claims and sign-ins', async ({
  shop,
}) => {
  const random = seededRandom(11)
  const people = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const member = await shop.member({ plan: 'monthly refill' })
      await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
      return { member, expected: { answered: new Set<string>(), isIn: true, points: 0 } }
    }),
  )
  for (let step = 0; step < 50; step += 1) {
    const { member, expected } = random.oneOf(people)
    await action(random, member, expected)
    await shop.settled()
    const seen = await member.client.call(viewLoyalty, {}).catch(() => null)
    if (!expected.isIn) expect(seen).toBeNull()
    else {
      expect(seen?.points).toBe(expected.points)
      expect(seen?.entries.map(({ action, points }) => [action, points])).toEqual(
        expected.points === 0 ? [] : [['complete_profile', 100]],
      )
    }
  }
  // The walk has come to its end for both of them.
  expect(people.map(({ expected }) => expected.points)).toEqual([100, 100])
})
