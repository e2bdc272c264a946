// Owns the estimator and its dictionaries; imported lazily, by guessable-password.ts alone.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export default new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
