import { describeWithCorpus } from '../support/corpus.ts';
import { costSuite } from './cost-suite.ts';
import { retrievalSuite } from './retrieval-suite.ts';
import { structureSuite } from './structure-suite.ts';
import { twinsSuite } from './twins-suite.ts';

// One file, so that the corpus is read once for all figures.
describeWithCorpus('figures over the labelled corpus', (root) => {
  structureSuite(root);
  twinsSuite(root);
  retrievalSuite(root);
  costSuite(root);
});
