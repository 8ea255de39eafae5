import { offerCopies } from './copy.js';

offerCopies(document);
