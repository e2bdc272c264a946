// Owns the estimator and its dictionaries. Only password-strength.ts imports it, lazily.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export default new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
