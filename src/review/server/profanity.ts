import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })

/** Whether a text has words that offend, also in another spelling; English. */
export const isProfane = (text: string): boolean => matcher.hasMatch(text)
