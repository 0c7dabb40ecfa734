"""The query checker: schema, tenant and time are proven on the text of a `.rq` file, before anything runs it."""

from kgrdf_codegen.check.query import check_file, check_query
from kgrdf_codegen.check.vocabulary import Vocabulary

__all__ = ["Vocabulary", "check_file", "check_query"]
