# For format.sh: names every line of a comment or of Markdown that has more than 132 characters; 1 if there is one.
#
# Bytes are counted that begin a character, so the locale is to be C. A table's row cannot be broken, nor can a lone link; blocks of code in
# Markdown are as wide as what they show.
FNR == 1 { fenced = 0 }
{
    characters = $0
    gsub(/[\200-\277]/, "", characters)
}
FILENAME ~ /\.md$/ && /^ *```/ { fenced = !fenced }
FILENAME ~ /\.md$/ && (fenced || /^\|/ || /^ *!?\[[^]]*\](\([^ ]*\)|: .*)$/) { next }
FILENAME !~ /\.md$/ && !/^ *\/\// { next }
length(characters) > 132 {
    print FILENAME ":" FNR ": " length(characters) " characters; break the line before the 133rd"
    found = 1
}
END { exit found }
